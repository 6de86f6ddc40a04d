"""sockets."""
