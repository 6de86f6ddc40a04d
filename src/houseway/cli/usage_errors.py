"""A command line that cannot be read, said in one sentence with the word that was probably meant."""

from typing import Any

import click

from houseway.script.did_you_mean import did_you_mean


def sentence(error: click.UsageError) -> str:
    """Returns what is wrong, in the words that every other refusal uses."""
    command = error.ctx.command_path if error.ctx is not None else "houseway"
    if isinstance(error, click.NoSuchOption):
        flags = [] if error.ctx is None else _flags(error.ctx.command)
        more = did_you_mean(error.option_name, flags, f"`{command} --help` lists its flags")
        return f"{command} has no flag {error.option_name}: {more}"
    if isinstance(error, click.MissingParameter):
        what = error.param.make_metavar(error.ctx) if error.param is not None and error.ctx is not None else "a word"
        return f"{what} is missing: `{command} --help` shows how the command is written"
    if isinstance(error, click.BadParameter) and isinstance(kind := _kind(error), click.Choice):
        return _no_choice(error, kind)
    return f"{_plain(error.format_message())}: `{command} --help` shows how the command is written"


def _flags(command: click.Command) -> list[str]:
    return [name for param in command.params if isinstance(param, click.Option) for name in param.opts] + ["--help"]


def _kind(error: click.BadParameter) -> Any:
    return error.param.type if error.param is not None else None


def _no_choice(error: click.BadParameter, kind: "click.Choice[Any]") -> str:
    assert error.param is not None
    flag = error.param.opts[-1]
    choices = [str(choice) for choice in kind.choices]
    tried = error.message.split("'")[1] if error.message.startswith("'") else ""
    near = did_you_mean(tried, choices)
    return f"{flag} {tried} is not among its choices: {', '.join(choices)}" + (f"; {near}" if near else "")


def _plain(message: str) -> str:
    """Returns the message without its full stop and with a small first letter."""
    text = message.strip().rstrip(".")
    return text[:1].lower() + text[1:]
