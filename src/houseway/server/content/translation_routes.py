"""Routes of translations by language: interface, games and refusals."""

from starlette.requests import Request
from starlette.responses import Response

from houseway.script import Refusal
from houseway.server.api.request_guard import game_named
from houseway.server.net.cached_response import CachedBody, cached
from houseway.web import translations


async def interface(request: Request) -> Response:
    """Returns the translations of a page without a game."""
    return words_response(request, translations.page_words(_language(request)))


async def game(request: Request) -> Response:
    """Returns the translations of a page of that game."""
    return words_response(request, translations.page_words(_language(request), game_named(request)))


async def refusals(request: Request) -> Response:
    """Returns the translations of refusals."""
    return words_response(request, translations.page_refusals(_language(request)))


def words_response(request: Request, sent: translations.Sent) -> Response:
    """Returns the translations; 304 if the client has them."""
    return cached(request, CachedBody(sent.body, sent.packed, sent.etag))


def _language(request: Request) -> str:
    lang = str(request.path_params["lang"])
    if lang not in translations.LANGUAGES:
        facts = {"lang": lang[:16], "known": [*translations.LANGUAGES]}
        raise Refusal("no-words", "nobody speaks {lang} here: there are {known}", facts=facts)
    return lang
