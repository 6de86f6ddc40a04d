"""The room's door: pages, an HTTP interface and sockets around tables that a store remembers."""
