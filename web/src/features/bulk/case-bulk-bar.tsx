import { bulkCasesMax, type CaseSearch } from '@regie/contract/bulk.ts'
import { mayCall } from '@regie/contract/endpoint.ts'
import { handOverApi, handOverCasesMax } from '@regie/contract/hand-overs.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useGoTo } from '../../session/address.ts'
import { Can } from '../../session/can.tsx'
import { keepChosenCases } from '../../session/chosen-cases.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { LazyHandOverDialog } from '../../session/hand-over/lazy-dialog.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { type BulkAnswer, BulkQuestion } from './bulk-question.tsx'
import { useCaseBulk } from './bulk-data.ts'
import { ReopenEnds } from './reopen-ends.tsx'

type CaseBulkBarProps = {
  customerID: number
  /** What the list shows, so that "all" means the same cases. */
  filter: z.infer<typeof CaseSearch>
  chosen: ReadonlySet<string>
  total: number | null
  onClear: () => void
}

const kinds = ['pause', 'resume', 'close', 'reopen'] as const
const rightOf = { pause: Right.changeCases, resume: Right.changeCases, close: Right.closeCases, reopen: Right.closeCases }

/** Pause, resume, close or reopen many cases at once. */
export function CaseBulkBar({ customerID, filter, chosen, total, onClear }: CaseBulkBarProps) {
  const t = useText()
  const goTo = useGoTo()
  const start = useCaseBulk()
  const [isAll, setAll] = useState(false)
  const [asked, setAsked] = useState<(typeof kinds)[number] | null>(null)
  const [isGiving, setGiving] = useState(false)
  const mayGive = mayCall(useSession().rights, handOverApi.start)
  if (chosen.size === 0) return null
  const count = isAll && total !== null ? total : chosen.size
  const refusal = count > bulkCasesMax ? t('bulk.tooMany', { max: formatNumber(bulkCasesMax) }) : undefined
  const tooManyToGive = count > handOverCasesMax ? t('bulk.tooMany', { max: formatNumber(handOverCasesMax) }) : undefined
  const selection = isAll ? filter : { caseIDs: [...chosen].map(Number) }
  const write = () => {
    keepChosenCases({ customerID, filter: selection, count })
    goTo(paths.communications({ ticked: 1 }))
  }
  async function confirm(kind: (typeof kinds)[number], answer: BulkAnswer) {
    const actions = {
      pause: { kind: 'pause', until: answer.until },
      resume: { kind: 'resume' },
      close: { kind: 'close', resultCode: answer.resultCode },
      reopen: { kind: 'reopen' },
    } as const
    await start.mutateAsync({ body: { customerID, filter: selection, action: actions[kind] } })
    onClear()
  }
  return (
    <>
      <BulkBar label={t('bulk.barOfCases')} chosen={chosen.size} total={total} isAll={isAll} onAll={setAll} onClear={onClear}>
        <Can right={[Right.sendEmail, Right.sendSms, Right.sendWhatsApp]} refusal={refusal}>
          {(reason) => (
            <Button reason={reason} onPress={write}>
              {t('bulk.write')}
            </Button>
          )}
        </Can>
        {kinds.map((kind) => (
          <Can key={kind} right={rightOf[kind]} refusal={refusal}>
            {(reason) => (
              <Button reason={reason} onPress={() => setAsked(kind)}>
                {t(`bulk.verbs.${kind}`)}
              </Button>
            )}
          </Can>
        ))}
        <Can right={Right.closeCases} refusal={mayGive ? tooManyToGive : t('ui.noRight')}>
          {(reason) => (
            <Button reason={reason} onPress={() => setGiving(true)}>
              {t('bulk.verbs.handOver')}
            </Button>
          )}
        </Can>
      </BulkBar>
      {isGiving && (
        <LazyHandOverDialog {...{ customerID, filter: selection, count }} onStarted={onClear} onClose={() => setGiving(false)} />
      )}
      {asked !== null && (
        <BulkQuestion action={`cases.${asked}`} count={count} onConfirm={(answer) => confirm(asked, answer)} onClose={() => setAsked(null)}>
          {asked === 'reopen' && <ReopenEnds asked={{ customerID, filter: selection }} />}
        </BulkQuestion>
      )}
    </>
  )
}
