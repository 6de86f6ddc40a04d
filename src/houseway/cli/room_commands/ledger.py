"""`houseway ledger` and `backup`: what a room's database adds up to, and a copy of it."""

import click
from msgspec import structs

from houseway.cli.output.answers import db_option, json_option, money, print_json, show, table, unbroken

TOLD = {
    "cages": "in the cages of people",
    "tables": "at tables",
    "pools": "in jackpots",
    "box": "fees in the box",
    "house": "won or lost by the house",
    "issued": "issued",
}


@click.command()
@db_option
@json_option
def ledger(db: str, as_json: bool) -> None:
    """Count a room's chips: the sum of its ledger, which is zero, and where they all are.

    Every posting is added up again, every row of the logs is held to its hash, and every round to its own. A database
    that does not hold together is refused with what is wrong in it. The room may be running.

    \b
    Examples:
      houseway ledger --db room.db
      houseway ledger --db room.db --json
    """
    from houseway.store.factory import reader_of

    reader = reader_of(db)
    try:
        totals = structs.asdict(reader.check())
        kept = reader.load_tables(closed=True)
        closed = sum(each.closed is not None for each in kept)
        facts: dict[str, object] = totals | {"rows": sum(each.last_n for each in kept)}
        facts |= {"open": len(kept) - closed, "closed": closed}
    finally:
        reader.close()
    if as_json:
        print_json(facts)
        return
    show(f"The ledger adds up to {money(totals['sum'])}.")
    show(table("Chips", ("where", "chips"), [(told, money(totals[kind])) for kind, told in TOLD.items()], ("chips",)))
    show(f"{facts['rows']:,} rows of {facts['open']} open and {facts['closed']} closed tables hang together.")


@click.command()
@db_option
@click.argument("file")
@json_option
def backup(db: str, file: str, as_json: bool) -> None:
    """Copy a room's database to FILE while the room goes on, and check the copy.

    The copy holds everything that was acknowledged when it was made. An older FILE is replaced when the new one is
    whole. Keep it as you keep the room's own: seeds of rounds that are still played are in it. A room on PostgreSQL
    becomes a file too, which one machine can serve; and a file becomes a room on PostgreSQL, if that was empty.

    \b
    Examples:
      houseway backup --db room.db backups/monday.db
      houseway backup --db postgresql://room@db.example/room monday.db
      houseway backup --db monday.db postgresql://room@db.example/room
    """
    from houseway.store.factory import copied
    from houseway.store.url import is_database, shown

    size, totals = copied(db, file)
    what = "rows" if is_database(file) else "bytes"
    if as_json:
        print_json({"output": shown(file), what: size, "sum": totals.sum})
        return
    show(unbroken(f"{size:,} {what} in {shown(file)}; its ledger adds up to {money(totals.sum)}."))
