from typing import Any

import schemathesis
from hypothesis import settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from verdict import Cascade
from verdict.service.app import create_app

CASCADE = Cascade.load()
SCHEMA = schemathesis.openapi.from_asgi("/schema/openapi.json", create_app(CASCADE))


@SCHEMA.parametrize()
@settings(max_examples=60, deadline=None)
def test_every_answer_keeps_to_the_published_schema(case: schemathesis.Case[Any]) -> None:
    """Requests made from the schema, right and wrong ones, get answers that the schema allows."""
    # What a schema cannot say, as that labels differ as text, is refused with a 422 all the same.
    case.call_and_validate(excluded_checks=[positive_data_acceptance])
