"""`make citus`: the service on a coordinator of Citus and its workers. Not part of the suite: it takes their programs."""
