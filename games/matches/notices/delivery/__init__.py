"""How requests and mails leave: checked addresses, signatures, encryption, time limits, leases, retries."""
