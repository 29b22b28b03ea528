from games.matches.notices.delivery import signatures


def test_the_published_vector_of_standard_webhooks_is_signed_as_published() -> None:
    secret, message = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek"
    signed = signatures.signature(secret, message, 1614265330, b'{"test": 2432232314}')
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
