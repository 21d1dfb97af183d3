-- Runs beside: 20261123004300_allocation_remedies
-- True once a customer entered the address. The integrator's address is never displayed in full,
-- because the session's address may have reached someone else.

ALTER TABLE checkout_sessions ADD COLUMN email_entered boolean NOT NULL DEFAULT false;
