// What stands at more cases is no account of one person: that of an administrator of many, or a column that was read wrongly. Counted as one person
// they would hold each other, and each look at one of them would read all of them.
export const ibanCasesMax = 100

/** SQL: the ids of the cases that share an IBAN of the debtor with a case, itself among them; none where it has no IBAN. */
export const casesWithSameIban = (one: string) => `(
  select distinct mate.case_id
  from case_ibans own
  cross join lateral (
    select array_agg(few.case_id) as case_ids
    from (
      select same.case_id
      from case_ibans same
      where same.customer_id = own.customer_id and same.iban_hash = own.iban_hash
      limit ${ibanCasesMax + 1}) few) found
  cross join lateral unnest(found.case_ids) as mate(case_id)
  where own.customer_id = ${one}.customer_id
    and own.case_id = ${one}.id
    and cardinality(found.case_ids) <= ${ibanCasesMax})`
