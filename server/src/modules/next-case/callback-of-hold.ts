/**
 * SQL: the moment of the call-back for which a case is held (`h` case_holds). One that was moved since the case was taken has no call-back at that moment
 * any more: then it is the first that is open.
 */
export const callbackOfHold = `case
    when h.callback_at is not null then coalesce((
        select min(k.at)
        from callbacks k
        where k.customer_id = h.customer_id and k.case_id = h.case_id and k.state = 'open' and not exists (
            select from callbacks o where o.customer_id = h.customer_id and o.case_id = h.case_id and o.at = h.callback_at)),
      h.callback_at) end`
