"""People's credentials: sign-up, log-in, tokens, passwords, handles and the mails about them."""
