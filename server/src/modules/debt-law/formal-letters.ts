/**
 * SQL: the letters to the person of one case by which a consumer comes to owe costs (art. 6:96 paragraph 6 BW; the template says `formalLetter`): when each
 * left (`at`), and by which way (`by`). A mail that bounced never came. Both arguments are SQL.
 */
export const formalLetters = (customerId: string, caseId: string) => `(
      select n.at, n.by
      from (
        select m.sent_at as at, 'email' as by, k.template_revision_id as revision
        from communications m
        join communication_contents k
          on k.customer_id = m.customer_id and k.communication_id = m.id and k.queued_at = m.queued_at
        where m.customer_id = ${customerId} and m.case_id = ${caseId} and m.channel = 'email' and not m.inbound
          and m.sent_at is not null and m.delivery is distinct from 'failed'
        union all
        select l.handed_at, 'letter', l.template_revision_id
        from letters l
        where l.customer_id = ${customerId} and l.case_id = ${caseId} and l.state = 'handedOver') n
      join template_revisions r on r.customer_id = ${customerId} and r.id = n.revision
        and (r.options ->> 'formalLetter')::boolean)`
