"""Django's handler: a request that a server has read goes in, a response as bytes comes out."""
