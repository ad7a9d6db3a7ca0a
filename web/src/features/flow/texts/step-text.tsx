import type { Flow, ScriptText } from '@regie/contract/flow.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { voiceFor } from '@regie/contract/voices.ts'
import { useText } from '../../../locales/i18n.tsx'
import { formatMoment } from '../../../locales/format.ts'
import { personName } from '../../../session/people.ts'
import { Listen } from '../../../session/speech/listen.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { ChipChoice } from '../../../ui/chip-choice.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { NotLoaded } from '../../../ui/loaded.tsx'
import { CasePicker } from '../simulation/case-picker.tsx'
import styles from './texts.module.css'
import type { Reader, TextTools } from './text-tools.ts'
import { useCaseText } from './use-case-text.ts'

type StepTextProps = {
  text: ScriptText
  templateID: number | undefined
  name: string
  /** Of the text: somebody writes at a next one. */
  draft: Flow['templates'][number]['draft']
  tools: TextTools
}

/** What a step sends or says, as its reader gets it: for an example, for a case, or as it is written. A call can be heard. */
export function StepText({ text, templateID, name, draft, tools }: StepTextProps) {
  const t = useText()
  const mayCases = useRight(Right.viewCases)
  const mayTemplates = useRight(Right.viewTemplates)
  const { reader, onReader, customerID, scriptID, speech, onEdit } = tools
  const modes: Reader['mode'][] =
    mayCases && mayTemplates && templateID !== undefined ? ['sample', 'case', 'written'] : ['sample', 'written']
  const mode = modes.includes(reader.mode) ? reader.mode : 'sample'
  const ofCase = useCaseText({
    ...{ text, templateID, customerID, locale: speech.language },
    caseID: mode === 'case' ? reader.caseID : null,
  })
  const shown = mode === 'written' ? text.written : mode === 'case' ? ofCase.data : text.filled
  return (
    <div className={styles.step}>
      <figure className={styles.sample} aria-label={t(text.kind === 'call' ? 'flow.panel.spoken' : 'flow.panel.label')}>
        {shown === undefined ? (
          <NotLoaded query={ofCase.query} lines={3} />
        ) : (
          // A long text is scrolled by keyboard too.
          <blockquote
            data-kind={text.kind}
            role="region"
            aria-label={t(text.kind === 'call' ? 'flow.panel.spoken' : 'flow.panel.label')}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
          >
            {text.kind === 'email' && <p className={styles.subject}>{shown.subject}</p>}
            <p className={styles.text}>{shown.text}</p>
          </blockquote>
        )}
        <figcaption className={styles.caption}>
          <ChipChoice
            label={t('flow.panel.reader', { name })}
            value={mode}
            onChange={(chosen) => onReader({ ...reader, mode: chosen })}
            options={modes.map((value) => ({ value, label: t(`flow.panel.readers.${value}`) }))}
          />
          {mode === 'sample' && <span className={styles.soft}>{t('flow.panel.sample')}</span>}
        </figcaption>
      </figure>
      {draft !== undefined && (
        <p className={styles.draft}>
          <Icon name="edit" size={16} />
          <span>{t('flow.panel.draft', { moment: formatMoment(draft.at), by: personName(draft.by) })}</span>
        </p>
      )}
      {mode === 'case' && (
        <CasePicker
          customerID={customerID}
          scriptID={scriptID}
          value={reader.caseID}
          onChange={(caseID) => onReader({ ...reader, caseID })}
        />
      )}
      <div className={styles.tools}>
        {text.kind === 'call' && mode !== 'written' && (
          <Listen customerID={customerID} text={shown?.text ?? ''} voice={voiceFor(speech.voice, speech.language)} about={name} />
        )}
        {onEdit !== null && templateID !== undefined && (
          <Button kind="quiet" icon={<Icon name="edit" size={16} />} onPress={() => onEdit(templateID)}>
            {t(draft === undefined ? 'flow.panel.edit' : 'flow.panel.openDraft')}
            <span className="visually-hidden">: {name}</span>
          </Button>
        )}
      </div>
    </div>
  )
}
