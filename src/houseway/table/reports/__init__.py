"""What is told of a round: the view of one seat, the result, the history, hand histories for other programs."""
