# Short enough for tables, and read alike everywhere; in UTC.
DATETIME_FORMAT = "Y-m-d H:i:s"
DATE_FORMAT = "Y-m-d"
