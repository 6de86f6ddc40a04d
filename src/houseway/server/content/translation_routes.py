"""The words of the pages: catalogues by language, of the interface, of a game and of refusals."""

from starlette.requests import Request
from starlette.responses import Response

from houseway.script import Refusal
from houseway.server.api.base import game_named
from houseway.server.net.cached_response import CachedBody, cached
from houseway.web import translations


async def interface(request: Request) -> Response:
    """The words of a page of no game."""
    return kept(request, translations.page_words(_language(request)))


async def game(request: Request) -> Response:
    """The words of a page of that game."""
    return kept(request, translations.page_words(_language(request), game_named(request)))


async def refusals(request: Request) -> Response:
    """How each refusal is said."""
    return kept(request, translations.page_refusals(_language(request)))


def kept(request: Request, sent: translations.Sent) -> Response:
    """What changes only with the house: whoever has it is not sent it again."""
    return cached(request, CachedBody(sent.body, sent.packed, sent.etag))


def _language(request: Request) -> str:
    lang = str(request.path_params["lang"])
    if lang not in translations.LANGUAGES:
        facts = {"lang": lang[:16], "known": [*translations.LANGUAGES]}
        raise Refusal("no-words", "nobody speaks {lang} here: there are {known}", facts=facts)
    return lang
