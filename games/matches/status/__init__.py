"""What processes ask of the database now and then: figures of the service, who is at a match, how far streams are."""
