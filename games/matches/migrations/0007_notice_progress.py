from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    """Told is NoticeProgress now, in its table of before: nothing changes in the database."""

    dependencies: ClassVar = [("matches", "0006_guest_by_day")]
    operations: ClassVar = [
        migrations.AlterModelTable("told", "matches_told"),
        migrations.RenameModel("Told", "NoticeProgress"),
    ]
