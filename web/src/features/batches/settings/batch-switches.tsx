import { BatchRow } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { formatMoment } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { personName } from '../../../session/people.ts'
import { useRight } from '../../../session/use-right.ts'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SwitchInput } from '../../../ui/toggles.tsx'
import { useLockRefusal } from '../batch-lock.tsx'
import { useChangeBatch } from '../batches-data.ts'
import { currentOf } from '../../../api/conflict.ts'
import { Stack } from '../../../ui/stack.tsx'

const switches = ['dialerOn', 'redialOn', 'numberRecognition'] as const
type Switch = (typeof switches)[number]

/** Each says what it does, since when it stands so and who set it. It works at once. */
export function BatchSwitches({ batch }: { batch: BatchRow }) {
  const t = useText()
  const change = useChangeBatch()
  const mayTurn = useRight(Right.changeBatchLines)
  const refusal = useLockRefusal(batch)
  const put = (version: number, key: Switch, on: boolean) =>
    change.mutateAsync({ params: { batchID: batch.batchID }, body: { version, [key]: on } })
  // What a colleague changed beside this switch a moment ago is no reason to refuse it.
  const turn = (key: Switch, on: boolean) =>
    put(batch.version, key, on).catch((refusal: unknown) => {
      const current = currentOf(refusal, BatchRow)
      if (current !== null && current[key].on !== on) return put(current.version, key, on)
    })
  return (
    <Panel title={t('batches.switches.title')}>
      <Stack>
        {switches.map((key) => {
          const { on, at, by } = batch[key]
          const since =
            at === null ? t('batches.switches.fromStart') : t('batches.switches.since', { at: formatMoment(at), by: personName(by ?? '') })
          return (
            <SwitchInput
              key={key}
              label={t(`batches.switches.${key}`)}
              help={`${t(`batches.switches.${key}${on ? 'On' : 'Off'}`)} · ${since}`}
              isDisabled={!mayTurn || refusal !== undefined || change.isPending}
              value={on}
              onChange={(wanted) => void turn(key, wanted).catch(() => undefined)}
            />
          )
        })}
        {change.error !== null && <FailureText failure={change.error} />}
      </Stack>
    </Panel>
  )
}
