-- Runs beside: 20261129230000_keys_of_orders
-- The seller's own words on the order button; the product's where it has none.
ALTER TABLE merchant_profiles
  ADD COLUMN order_button text
    CONSTRAINT merchant_profiles_order_button_check CHECK (char_length(order_button) BETWEEN 1 AND 60);
