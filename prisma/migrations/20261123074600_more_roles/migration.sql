-- Roles for people who keep the books, and for those who integrate. An older version takes a role that
-- it doesn't know for an owner's, so none may run next to this.

ALTER TABLE memberships
  DROP CONSTRAINT memberships_role_check,
  ADD CONSTRAINT memberships_role_check
    CHECK (role IN ('owner', 'admin', 'finance', 'developer', 'viewer'));

ALTER TABLE mailed_links
  DROP CONSTRAINT mailed_links_role_check,
  ADD CONSTRAINT mailed_links_role_check
    CHECK (role IN ('owner', 'admin', 'finance', 'developer', 'viewer'));
