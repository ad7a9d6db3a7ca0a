import type { CaseDetail } from '@regie/contract/cases.ts'
import { type HeldCase, type HeldNow, nextCaseApi, skipReasons } from '@regie/contract/next-case.ts'
import { Strip } from '../../ui/strip.tsx'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { useMayCall } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { NextCaseButton } from './next-case-button.tsx'
import { useHold, useSkip, useTakeNext } from './next-case-data.ts'

type HeldStripProps = {
  found: CaseDetail
  /** What keeps everybody from contact meanwhile, in words. */
  objection: string | null
}

/** Says of a case that was chosen for me why it is this one, with the ways on: the next, or skipping it with a reason. */
export function HeldStrip({ found, objection }: HeldStripProps) {
  const mayHold = useMayCall(nextCaseApi.held)
  const held = useHold(found.caseID, mayHold)
  return held === null ? null : <HeldNowStrip found={found} held={held} objection={objection} />
}

function HeldNowStrip({ found: { caseID, customerID }, held, objection }: HeldStripProps & { held: HeldNow }) {
  const t = useText()
  const skip = useSkip(caseID)
  const { takeNext } = useTakeNext(customerID)
  return (
    <Strip
      label={t('nextCase.heldTitle')}
      icon={objection === null ? 'result' : 'alert'}
      tone={objection === null ? 'primary' : 'warning'}
      words={
        <>
          <strong>{t('nextCase.heldTitle')}</strong>
          <span>{objection ?? causeText(t, held)}</span>
        </>
      }
    >
      <Menu
        label={t('nextCase.skip')}
        trigger={<Button>{t('nextCase.skip')}</Button>}
        items={skipReasons.map((reason) => ({
          key: reason,
          label: t(`nextCase.reasons.${reason}`),
          onPress: () => skip(reason, takeNext),
        }))}
      />
      <NextCaseButton customerID={customerID} currentID={caseID} refusal={held.isToCall ? t('nextCase.callFirst') : undefined} />
    </Strip>
  )
}

/** Why a case was chosen, in words. */
export function causeText(t: ReturnType<typeof useText>, { cause, callbackAt }: Pick<HeldCase, 'cause' | 'callbackAt'>): string {
  return t(`nextCase.causes.${cause}`, { at: callbackAt === null ? '' : formatNextMoment(callbackAt) })
}
