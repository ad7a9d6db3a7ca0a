import type { KnownPack } from '@regie/contract/evidence.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Services } from '../../../../services.ts'

/** What was kept of a pack when it was made; null: none of the caller's customers made it. */
export async function verifyPack(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { packID, manifestSha256 }: { packID: string; manifestSha256: string },
): Promise<{ pack: KnownPack | null }> {
  const row = await db
    .selectFrom('evidence_packs')
    .selectAll()
    .where('id', '=', packID)
    .where('customer_id', 'in', [0, ...caller.customerIds])
    .executeTakeFirst()
  if (!row) return { pack: null }
  return {
    pack: {
      isSame: row.manifest_sha256.toString('hex') === manifestSha256,
      caseID: row.case_id,
      caseNumber: row.case_number,
      madeAt: row.made_at.toISOString(),
      madeBy: row.made_by,
      files: row.files,
    },
  }
}
