-- The receivers' hosts that fail again and again, and until when nothing is sent to them: all workers
-- keep to it, and whoever reads an event sees when it is really tried next.
CREATE TABLE callback_hosts (
  host text COLLATE "C" PRIMARY KEY,
  paused_until timestamptz(3) NOT NULL
);
