from django.db import migrations, models

# What rows written before would have. A row that an older process writes meanwhile lacks it until its match goes on, or
# until `rebuild_projections`.
FILLED = """
UPDATE matches_listing SET
    has_bots = EXISTS (SELECT FROM jsonb_array_elements(document -> 'seats') AS seat WHERE seat ->> 'bot' IS NOT NULL)
        OR EXISTS (SELECT FROM matches_player WHERE id = ANY(player_ids) AND kind = 'bot'),
    open_seats = CASE WHEN status = 'open' THEN
        (SELECT count(*) FROM jsonb_array_elements(document -> 'seats') AS seat WHERE seat ->> 'status' = 'open')
        ELSE 0 END,
    length = CASE WHEN document ->> 'finished_at' IS NOT NULL AND status <> 'cancelled' THEN version END
"""


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0024_apps_of_others"),
    ]

    operations = [
        migrations.AddField(
            model_name="listing",
            name="has_bots",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="listing",
            name="length",
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name="listing",
            name="open_seats",
            field=models.SmallIntegerField(db_default=0, default=0),
        ),
        migrations.RunSQL(FILLED, migrations.RunSQL.noop),
    ]
