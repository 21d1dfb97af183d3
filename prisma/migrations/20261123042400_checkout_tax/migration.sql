-- The tax within the price as it was shown before paying. Null: none, or paid before this version.
ALTER TABLE "checkout_sessions" ADD COLUMN "sale_tax" JSONB;

-- True: a customer entered the beneficiary, whose name other browsers must not see.
ALTER TABLE "checkout_sessions" ADD COLUMN "beneficiary_entered" BOOLEAN NOT NULL DEFAULT false;
UPDATE "checkout_sessions" SET "beneficiary_entered" = true
 WHERE "state" = 'open' AND "browser_hash" IS NOT NULL;
