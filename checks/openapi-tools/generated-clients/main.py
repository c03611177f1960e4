"""Speaks to the registry at the address in the first argument, through the client that openapi-python-client generated."""

import sys

from generated import Client
from generated.api.records import get_timezone, list_changes, lookup_timezones, set_timezone
from generated.models import SetChange, SetTimezone

with Client(base_url=sys.argv[1]) as client:
    saved = set_timezone.sync(
        client=client, body=SetTimezone(timezone="europe/kiev", user_id="generated", username="x")
    )
    missing = get_timezone.sync(client=client, id="nobody")
    found = lookup_timezones.sync(client=client, ids="generated,nobody")
    change = list_changes.sync(client=client).changes[0]
    assert isinstance(change, SetChange)
    print(saved.canonical, missing.code, *found.users.additional_properties, change.user_id)
