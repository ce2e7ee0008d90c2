"""The headers of every answer, and what Streamlit's front end is told about dialogs."""

import json
import urllib.error
import urllib.request

import pytest

from pages.shared.server.headers import content_security_policy, frame_ancestors
from pages.shared.server.streamlit_ways import entrance


def policy(text: str) -> dict[str, list[str]]:
    """The directives by name."""
    return {name: values for name, *values in (directive.split() for directive in text.split(";"))}


@pytest.mark.parametrize("path", ["/", "/attention", "/nowhere", "/board/main.js", "/_stcore/health"])
def test_every_answer_has_the_headers(server, path):
    try:
        reply = urllib.request.urlopen(
            urllib.request.Request(server + path, headers={"Accept": "text/html"}), timeout=30
        )
    except urllib.error.HTTPError as error:  # no page has that address
        reply = error
    with reply:
        headers = reply.headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["content-security-policy"] == content_security_policy([entrance()])
    assert len(headers.get_all("content-security-policy")) == 1


def test_the_policy_admits_own_code_and_no_other():
    found = policy(content_security_policy([entrance(), entrance()]))
    assert found["default-src"] == ["'none'"]
    assert found["frame-ancestors"] == found["connect-src"] == ["'self'"]
    assert found["base-uri"] == found["form-action"] == ["'none'"]
    scripts = found["script-src"]
    assert "'unsafe-inline'" not in scripts and "'unsafe-eval'" not in scripts
    hashes = [source for source in scripts if source.startswith("'sha256-")]
    assert len(hashes) == entrance().count("<script>") == 2
    assert not any("http" in source or "*" in source for sources in found.values() for source in sources)


def test_an_error_has_the_headers_too(server):
    request = urllib.request.Request(f"{server}/_stcore/health", method="DELETE")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=30)
    assert refused.value.headers["x-content-type-options"] == "nosniff"
    refused.value.close()


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_no_dialog_is_to_cover_the_board(server, encoding):
    request = urllib.request.Request(f"{server}/_stcore/host-config", headers={"Accept-Encoding": encoding})
    with urllib.request.urlopen(request, timeout=30) as reply:
        config = json.loads(reply.read())
    assert config["blockErrorDialogs"] is True
    assert "allowedOrigins" in config


def test_other_sites_may_show_the_app_in_a_frame_where_a_setting_says_so():
    named = frame_ancestors("https://course.example.org, https://*.example.com http://localhost:9000")
    found = policy(content_security_policy([entrance()], named))
    assert found["frame-ancestors"] == [
        "'self'",
        "https://course.example.org",
        "https://*.example.com",
        "http://localhost:9000",
    ]
    assert frame_ancestors(" ") == ()


@pytest.mark.parametrize(
    "text", ["*", "course.example.org", "https://a.org/page", "'none'", "https://a.org;default-src"]
)
def test_what_is_no_origin_is_refused_as_the_app_starts(text):
    with pytest.raises(ValueError, match="must be an origin such as"):
        frame_ancestors(text)
