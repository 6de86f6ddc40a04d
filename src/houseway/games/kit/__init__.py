"""What several game files share: the action button, the common irregularities, backline betting."""
