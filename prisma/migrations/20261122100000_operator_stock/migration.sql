-- What the operator sees of the stock: lots in the order of their use, and sums of them.

-- Neither an import nor a matching may be under way while the totals are made of what is there.
LOCK TABLE catalogues IN EXCLUSIVE MODE;

-- All lots as the matching would use them, those that are used up too.
CREATE INDEX credit_lots_listed_idx ON credit_lots (project_id, mode, vintage_year, created_at, id);

-- What came in of each project and vintage, and was not taken out again. Imports keep it under the
-- catalogue's lock. What was retired of it is in retirement_totals.
CREATE TABLE stock_totals (
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  project_id text COLLATE "C" NOT NULL,
  vintage_year integer NOT NULL,
  lots integer NOT NULL CHECK (lots >= 0),
  quantity_kg bigint NOT NULL CHECK (quantity_kg >= 0),
  PRIMARY KEY (mode, project_id, vintage_year),
  FOREIGN KEY (mode, project_id) REFERENCES projects (mode, id)
);

INSERT INTO stock_totals (mode, project_id, vintage_year, lots, quantity_kg)
SELECT mode, project_id, vintage_year, count(*), sum(quantity_kg)
FROM credit_lots GROUP BY mode, project_id, vintage_year;

-- What all accounts retired lately. It holds no kg, so that adding to a total leaves it alone.
CREATE INDEX retirement_totals_day_idx ON retirement_totals (starts_at)
  WHERE span = 'day' AND subaccount_id = '';
