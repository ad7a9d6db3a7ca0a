import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

type CaseRef = { customerId: number; caseId: number }
/** The variant that was drawn, and all that there are: one that is gone is drawn anew. */
type Drawn = CaseRef & { stepKey: string; drawn: string; variants: readonly string[]; at: Date }

/**
 * Writes down which variant a case got at a step, and what is open at that moment; answers the variant that it has. A case that comes by again keeps the
 * first one. The case is locked by who asks, so nobody else writes its row meanwhile.
 */
export async function keepVariant(tx: Transaction, { customerId, caseId, stepKey, drawn, variants, at }: Drawn): Promise<string> {
  const kept = await tx
    .selectFrom('case_variants')
    .select('variant')
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('step_key', '=', stepKey)
    .executeTakeFirst()
  if (kept && variants.includes(kept.variant)) return kept.variant
  await sql`
    insert into case_variants (customer_id, case_id, step_key, script_id, variant, divided_at, currency, owed_cents,
      is_demo)
    select c.customer_id, c.id, ${stepKey}, b.script_id, ${drawn}, ${at}, c.currency,
      coalesce(greatest(0, c.outstanding_cents - c.paid_cents), 0), b.is_demo
    from cases c
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where c.customer_id = ${customerId} and c.id = ${caseId}
    on conflict (customer_id, case_id, step_key) do update set
      variant = excluded.variant, divided_at = excluded.divided_at, currency = excluded.currency,
      owed_cents = excluded.owed_cents, paid_cents = 0, settled_at = null, contacts = 0, complaints = 0`.execute(tx)
  return drawn
}

/** Gives the copy of a case the variants that the true one has. Only in a transaction that is undone. */
export async function copyVariants(tx: Transaction, from: CaseRef, to: CaseRef): Promise<void> {
  await sql`
    insert into case_variants (customer_id, case_id, step_key, script_id, variant, divided_at, currency, owed_cents,
      is_demo)
    select customer_id, ${to.caseId}, step_key, script_id, variant, divided_at, currency, owed_cents, true
    from case_variants
    where customer_id = ${from.customerId} and case_id = ${from.caseId}`.execute(tx)
}

type PastVariant = { caseId: number; stepKey: string; variant: string; at: Date; owedCents: number }

/** Variants that cases of the demo's past got, with what came of them since: their payments, messages and complaints are there already. */
export async function insertPastVariants(
  tx: Transaction,
  { customerId, scriptId }: { customerId: number; scriptId: number },
  got: readonly PastVariant[],
): Promise<void> {
  await sql`
    insert into case_variants (customer_id, case_id, step_key, script_id, variant, divided_at, currency, owed_cents,
      is_demo)
    select ${customerId}, v."caseId", v."stepKey", ${scriptId}, v.variant, v.at, c.currency, v."owedCents", false
    from jsonb_to_recordset(${JSON.stringify(got)}::jsonb) as v("caseId" bigint, "stepKey" text, variant text,
      at timestamptz, "owedCents" bigint)
    join cases c on c.customer_id = ${customerId} and c.id = v."caseId"
    on conflict (customer_id, case_id, step_key) do nothing`.execute(tx)
  await sql`
    update case_variants v
    set paid_cents = r.paid_cents, settled_at = r.settled_at, contacts = r.contacts, complaints = r.complaints
    from case_variants_recounted r
    where v.customer_id = ${customerId} and v.case_id = any(${got.map(({ caseId }) => caseId)}::bigint[])
      and r.customer_id = v.customer_id and r.case_id = v.case_id and r.step_key = v.step_key`.execute(tx)
}
