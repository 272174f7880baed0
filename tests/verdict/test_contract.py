from typing import Any

import schemathesis
from hypothesis import settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from verdict import Cascade, Settings
from verdict.service.app import create_app

KEY = "a-key"
CASCADE = Cascade.load()
GUARDED = Cascade.load(Settings.model_validate({"api_keys": [KEY]}))
SCHEMA = schemathesis.openapi.from_asgi("/schema/openapi.json", create_app(CASCADE))
GUARDED_SCHEMA = schemathesis.openapi.from_asgi("/schema/openapi.json", create_app(GUARDED))


@GUARDED_SCHEMA.auth()
class BearerKey:
    """Sends the key where the schema says that one is needed."""

    def get(self, case: schemathesis.Case[Any], context: object) -> str:
        del case, context
        return KEY

    def set(self, case: schemathesis.Case[Any], data: str, context: object) -> None:
        del context
        case.headers["authorization"] = f"Bearer {data}"


@SCHEMA.parametrize()
@settings(max_examples=60, deadline=None)
def test_every_answer_keeps_to_the_published_schema(case: schemathesis.Case[Any]) -> None:
    """Requests made from the schema, right and wrong ones, get answers that the schema allows."""
    # What a schema cannot say, as that labels differ as text, is refused with a 422 all the same.
    case.call_and_validate(excluded_checks=[positive_data_acceptance])


@GUARDED_SCHEMA.parametrize()
@settings(max_examples=30, deadline=None)
def test_every_answer_keeps_to_it_where_there_are_keys(case: schemathesis.Case[Any]) -> None:
    """With a key as without one; and what the schema says needs one is refused without it."""
    case.call_and_validate(excluded_checks=[positive_data_acceptance])
