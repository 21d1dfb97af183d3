-- Runs beside no older version: its lists read the views.
-- Lists have one set of columns, and an address is their view.
DROP TABLE saved_views;
