import { choiceLimits, type WhatsappChoices } from '@regie/contract/whatsapp-choices.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChipChoice } from '../../../ui/chip-choice.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import styles from './whatsapp.module.css'

type ChoicesEditorProps = { choices: WhatsappChoices; isReadOnly: boolean; onChange: (choices: WhatsappChoices) => void }
type Row = Extract<WhatsappChoices, { kind: 'list' }>['rows'][number]

const kinds = ['none', 'buttons', 'list'] as const

/** The answers under a WhatsApp text of our own: reply buttons or a list, with the room that each still has. */
export function ChoicesEditor({ choices, isReadOnly, onChange }: ChoicesEditorProps) {
  const t = useText()
  return (
    <fieldset className={styles.places}>
      <legend>{t('templates.own.answers')}</legend>
      {!isReadOnly && (
        <ChipChoice
          label={t('templates.own.answers')}
          value={choices.kind}
          onChange={(kind) => onChange(turned(choices, kind))}
          options={kinds.map((value) => ({ value, label: t(`templates.own.choices.${value}`) }))}
        />
      )}
      {choices.kind === 'buttons' && <Buttons {...{ isReadOnly, onChange }} buttons={choices.buttons} />}
      {choices.kind === 'list' && <List {...{ isReadOnly, onChange }} list={choices} />}
    </fieldset>
  )
}

/** The words go along from buttons to a list and back, as far as there is room. */
function turned(choices: WhatsappChoices, kind: (typeof kinds)[number]): WhatsappChoices {
  if (kind === choices.kind || kind === 'none') return kind === 'none' ? { kind } : choices
  const words = choices.kind === 'list' ? choices.rows.map(({ title }) => title) : choices.kind === 'buttons' ? choices.buttons : ['']
  if (kind === 'buttons') return { kind, buttons: words.slice(0, choiceLimits.buttons) }
  return { kind, word: '', rows: words.map((title) => ({ title, about: '' })) }
}

const without = <One,>(list: readonly One[], at: number) => list.filter((_one, index) => index !== at)
const putAt = <One,>(list: readonly One[], at: number, put: One) => list.map((one, index) => (index === at ? put : one))

type Changing = Omit<ChoicesEditorProps, 'choices'>

function Buttons({ buttons, isReadOnly, onChange }: Changing & { buttons: string[] }) {
  const t = useText()
  const put = (changed: string[]) => onChange({ kind: 'buttons', buttons: changed })
  return (
    <>
      {buttons.map((words, at) => (
        <div key={at} className={styles.choice}>
          <Words
            label={t('templates.own.button', { no: at + 1 })}
            value={words}
            max={choiceLimits.button}
            isDisabled={isReadOnly}
            onChange={(value) => put(putAt(buttons, at, value))}
          />
          {!isReadOnly && <ChoiceActions list={buttons} at={at} remove={t('templates.own.removeButton', { no: at + 1 })} onList={put} />}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          icon={<Icon name="plus" size={16} />}
          reason={buttons.length >= choiceLimits.buttons ? t('templates.own.most', { max: choiceLimits.buttons }) : undefined}
          onPress={() => put([...buttons, ''])}
        >
          {t('templates.own.addButton')}
        </Button>
      )}
    </>
  )
}

function List({ list, isReadOnly, onChange }: Changing & { list: Extract<WhatsappChoices, { kind: 'list' }> }) {
  const t = useText()
  const { rows } = list
  const put = (changed: Row[]) => onChange({ ...list, rows: changed })
  return (
    <>
      <Words
        label={t('templates.own.word')}
        value={list.word}
        max={choiceLimits.word}
        isDisabled={isReadOnly}
        onChange={(word) => onChange({ ...list, word })}
      />
      {rows.map((row, at) => (
        <div key={at} className={styles.choice}>
          <Words
            label={t('templates.own.row', { no: at + 1 })}
            value={row.title}
            max={choiceLimits.row}
            isDisabled={isReadOnly}
            onChange={(title) => put(putAt(rows, at, { ...row, title }))}
          />
          <Words
            label={t('templates.own.about', { no: at + 1 })}
            value={row.about}
            max={choiceLimits.about}
            isDisabled={isReadOnly}
            onChange={(about) => put(putAt(rows, at, { ...row, about }))}
          />
          {!isReadOnly && <ChoiceActions list={rows} at={at} remove={t('templates.own.removeRow', { no: at + 1 })} onList={put} />}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          icon={<Icon name="plus" size={16} />}
          reason={rows.length >= choiceLimits.rows ? t('templates.own.most', { max: choiceLimits.rows }) : undefined}
          onPress={() => put([...rows, { title: '', about: '' }])}
        >
          {t('templates.own.addRow')}
        </Button>
      )}
    </>
  )
}

type ChoiceActionsProps<One> = { list: readonly One[]; at: number; remove: string; onList: (list: One[]) => void }

/** Up, down and away; the first goes no higher and the last no lower. */
function ChoiceActions<One>({ list, at, remove, onList }: ChoiceActionsProps<One>) {
  const t = useText()
  const isFirst = at === 0
  const isLast = at === list.length - 1
  return (
    <span className={styles.choiceActions}>
      {list.length > 1 && (
        <>
          <IconButton
            icon="arrowUp"
            label={t('templates.own.up', { no: at + 1 })}
            reason={isFirst ? t('templates.own.isFirst') : undefined}
            onPress={() => onList(moved(list, at, at - 1))}
          />
          <IconButton
            icon="arrowDown"
            label={t('templates.own.down', { no: at + 1 })}
            reason={isLast ? t('templates.own.isLast') : undefined}
            onPress={() => onList(moved(list, at, at + 1))}
          />
        </>
      )}
      <IconButton icon="close" label={remove} onPress={() => onList(without(list, at))} />
    </span>
  )
}

function moved<One>(list: readonly One[], from: number, to: number): One[] {
  const rest = without(list, from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

type WordsProps = { label: string; value: string; max: number; isDisabled: boolean; onChange: (value: string) => void }

// A merge field takes the room of what it is filled with: only its length as written is shown.
function Words({ label, value, max, isDisabled, onChange }: WordsProps) {
  const t = useText()
  return (
    <TextInput
      label={label}
      help={t('templates.own.room', { used: value.length, max })}
      value={value}
      maxLength={300}
      isDisabled={isDisabled}
      onChange={onChange}
    />
  )
}
