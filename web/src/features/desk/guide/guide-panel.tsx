import type { DeskCall } from '@regie/contract/desk.ts'
import type { CallGuide } from '@regie/contract/guides.ts'
import { useEffect, useRef } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useKey } from '../../../ui/use-key.ts'
import styles from '../desk.module.css'
import { EndWork, type GuideWorks } from './end-work.tsx'
import { useCallGuide, useGuideTurns } from './guide-data.ts'

type GuidePanelProps = {
  call: DeskCall
  works: GuideWorks
  /** Puts what was said under what the agent writes. */
  onNote: (words: string) => void
}

/** The conversation by which the agent is led: what to say, and the answers with their keys. Without one there is nothing here. */
export function GuidePanel({ call, works, onNote }: GuidePanelProps) {
  const { data: guide } = useCallGuide(call)
  return guide == null ? null : <Led call={call} guide={guide} works={works} onNote={onNote} />
}

function Led({ call, guide, works, onNote }: GuidePanelProps & { guide: CallGuide }) {
  const t = useText()
  const turns = useGuideTurns(call, guide)
  const { state, said, name, piece } = guide
  const isRunning = state === 'running'
  return (
    <Panel
      title={t('desk.guide.title')}
      actions={<span className={styles.quiet}>{isRunning ? t('desk.guide.step', { name, no: said.length + 1 }) : name}</span>}
    >
      <div className={styles.stack}>
        {isRunning && <Piece call={call} guide={guide} works={works} turns={turns} />}
        {state === 'done' && (
          <p className={styles.known}>
            <Badge tone="success" icon="check">
              {t('desk.guide.done')}
            </Badge>
            <span>{t(call.state === 'ended' ? 'desk.guide.doneText' : 'desk.guide.doneTalking')}</span>
          </p>
        )}
        {state === 'left' && (
          <p className={styles.known}>
            <span>{t('desk.guide.leftAt', { piece: piece.name })}</span>
            <Button isBusy={turns.isBusy} onPress={() => turns.leave(false)}>
              {t('desk.guide.resume')}
            </Button>
          </p>
        )}
        {said.length > 0 && <Said said={said} onNote={onNote} />}
      </div>
    </Panel>
  )
}

type Turns = ReturnType<typeof useGuideTurns>
type PieceProps = { call: DeskCall; guide: CallGuide; works: GuideWorks; turns: Turns }

function Piece({ call, guide, works, turns }: PieceProps) {
  const t = useText()
  const { piece, said, turn } = guide
  const place = useRef<HTMLElement>(null)
  const seen = useRef(turn)
  // The button that was pressed is gone with its piece: the next one has the focus, and is read.
  useEffect(() => {
    if (seen.current !== turn && document.activeElement === document.body) place.current?.focus()
    seen.current = turn
  }, [turn])
  const back = () => said.length > 0 && turns.back()
  useKey('Backspace', back)
  return (
    <section ref={place} tabIndex={-1} className={styles.piece} aria-label={piece.name}>
      <h3>
        {piece.name}
        {piece.kind === 'end' && <Badge icon="check">{t('desk.guide.end')}</Badge>}
      </h3>
      {piece.text !== null && piece.text !== '' && <p className={styles.speech}>{piece.text}</p>}
      {piece.missing.length > 0 && <p className={styles.quiet}>{t('desk.guide.missing', { names: piece.missing.join(', ') })}</p>}
      {piece.asksIdentity && (
        <p className={styles.first}>
          <Icon name="shield" size={16} /> {t(call.identified === null ? 'desk.guide.identifyFirst' : 'desk.guide.notForThem')}
        </p>
      )}
      {piece.answers.length > 0 && (
        <ol className={styles.answers} aria-label={t('desk.guide.answers')}>
          {piece.answers.map(({ key, words }, at) => (
            <li key={key}>
              <AnswerKey number={at + 1} onPress={() => turns.answer(key)} />
              <Button isBusy={turns.isBusy} onPress={() => turns.answer(key)}>
                <kbd>{at + 1}</kbd> {words}
              </Button>
            </li>
          ))}
        </ol>
      )}
      {piece.end !== null && <EndWork call={call} end={piece.end} works={works} onDone={turns.finish} />}
      <div className={styles.row}>
        <Button kind="quiet" reason={said.length === 0 ? t('desk.guide.atStart') : undefined} isBusy={turns.isBusy} onPress={back}>
          {t('desk.guide.back')} <kbd>⌫</kbd>
        </Button>
        <Button kind="quiet" isBusy={turns.isBusy} onPress={() => turns.leave(true)}>
          {t('desk.guide.leave')}
        </Button>
      </div>
    </section>
  )
}

function AnswerKey({ number, onPress }: { number: number; onPress: () => void }) {
  useKey(String(number), onPress)
  return null
}

function Said({ said, onNote }: Pick<CallGuide, 'said'> & Pick<GuidePanelProps, 'onNote'>) {
  const t = useText()
  return (
    <details className={styles.said}>
      <summary>{t('desk.guide.said', { count: said.length })}</summary>
      <ol>
        {said.map(({ piece, answer, at }) => (
          <li key={at}>
            {piece}: <strong>{answer}</strong>
          </li>
        ))}
      </ol>
      <Button kind="quiet" onPress={() => onNote(said.map(({ piece, answer }) => `${piece}: ${answer}`).join('\n'))}>
        {t('desk.guide.toNote')}
      </Button>
    </details>
  )
}
