-- Runs beside no older version: it rewrites the tables of accounts, subaccounts, projects and portfolios.
-- Names as people search and sort them, without accents and case (server/core/name-order.ts). Without
-- ICU and extensions, which not every PostgreSQL has; lower() knows only ASCII where the locale is C.
ALTER TABLE accounts ADD COLUMN search_name text NOT NULL GENERATED ALWAYS AS (
  replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')),
    'ŊŋØøŁłĐđĦħŦŧıÐðςÆŒẞÞАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ',
    'nnoollddhhttiddσæœßþабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґαβγδεζηθικλμνξοπρστυφχψω'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
) STORED;
ALTER TABLE subaccounts ADD COLUMN search_name text NOT NULL GENERATED ALWAYS AS (
  replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')),
    'ŊŋØøŁłĐđĦħŦŧıÐðςÆŒẞÞАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ',
    'nnoollddhhttiddσæœßþабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґαβγδεζηθικλμνξοπρστυφχψω'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
) STORED;
ALTER TABLE projects ADD COLUMN search_name text NOT NULL GENERATED ALWAYS AS (
  replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')),
    'ŊŋØøŁłĐđĦħŦŧıÐðςÆŒẞÞАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ',
    'nnoollddhhttiddσæœßþабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґαβγδεζηθικλμνξοπρστυφχψω'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
) STORED;
ALTER TABLE portfolios ADD COLUMN search_name text NOT NULL GENERATED ALWAYS AS (
  replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')),
    'ŊŋØøŁłĐđĦħŦŧıÐðςÆŒẞÞАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ',
    'nnoollddhhttiddσæœßþабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґαβγδεζηθικλμνξοπρστυφχψω'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
) STORED;
