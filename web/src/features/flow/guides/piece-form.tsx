import {
  answerWordsMax,
  guideAnswersMax,
  type GuideFault,
  type GuidePiece,
  guideTextMax,
  type GuideWork,
  guideWorks,
  pieceName,
  type SayPiece,
} from '@regie/contract/guides.ts'
import { guideFields, openFields } from '@regie/contract/guide-rules.ts'
import { staffCodes } from '@regie/contract/case-action-rules.ts'
import { debtHelpCodes } from '@regie/contract/result-codes.ts'
import { alwaysFields } from '@regie/contract/templates.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SelectInput, TextAreaInput } from '../../../ui/inputs.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { CheckInput } from '../../../ui/toggles.tsx'
import styles from '../flow.module.css'
import { NameField } from '../steps/name-field.tsx'
import { resultText } from '../step-words.ts'
import { withAnswer } from './draw-pieces.ts'
import { guideFaultText, pieceIcon } from './guide-words.ts'

type PieceFormProps = {
  piece: GuidePiece
  pieces: readonly GuidePiece[]
  fields: readonly string[]
  faults: readonly GuideFault[]
  isReadOnly: boolean
  onChange: (piece: GuidePiece) => void
  onMakeFirst: () => void
}

/** One piece: what is said, and where each answer goes, or what its end does. */
export function PieceForm({ piece, pieces, fields, faults, isReadOnly, onChange, onMakeFirst }: PieceFormProps) {
  const t = useText()
  return (
    <div className={styles.form}>
      <h2 className={styles.formTitle}>
        <Icon name={pieceIcon(piece)} /> {t(`guides.kinds.${piece.kind}`)}
      </h2>
      {faults.length > 0 && (
        <ul className={styles.faults}>
          {faults.map((fault) => (
            <li key={`${fault.fault} ${fault.detail}`}>
              <Icon name="error" size={16} />
              <span>{guideFaultText(fault, t)}</span>
            </li>
          ))}
        </ul>
      )}
      <NameField
        key={piece.key}
        name={pieceName(piece)}
        taken={pieces.filter((one) => one !== piece).map(pieceName)}
        isDisabled={isReadOnly}
        onChange={(name) => onChange({ ...piece, name })}
      />
      <TextAreaInput
        label={t(piece.kind === 'say' ? 'guides.text' : 'guides.closing')}
        rows={5}
        maxLength={guideTextMax}
        isDisabled={isReadOnly}
        value={piece.text}
        onChange={(text) => onChange({ ...piece, text })}
      />
      {!isReadOnly && <FieldChoice piece={piece} fields={fields} onChange={onChange} />}
      {piece.kind === 'say' ? (
        <>
          <CheckInput
            label={t('guides.isOpen')}
            help={t('guides.isOpenHelp')}
            value={piece.isOpen}
            isDisabled={isReadOnly}
            onChange={(isOpen) => onChange({ ...piece, isOpen })}
          />
          <Answers piece={piece} pieces={pieces} isReadOnly={isReadOnly} onChange={onChange} />
        </>
      ) : (
        <Ending piece={piece} isReadOnly={isReadOnly} onChange={onChange} />
      )}
      {!isReadOnly && pieces[0] !== piece && (
        <div>
          <Button kind="quiet" onPress={onMakeFirst}>
            {t('guides.makeFirst')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Puts a value of the case in the text; before it is known who listens only what tells nothing of the debt. */
function FieldChoice({ piece, fields, onChange }: Pick<PieceFormProps, 'piece' | 'fields' | 'onChange'>) {
  const t = useText()
  const all = [...new Set([...guideFields, ...alwaysFields, ...fields])]
  const names = piece.kind === 'say' && piece.isOpen ? openFields : all
  return (
    <SearchSelect
      label={t('guides.putField')}
      value=""
      options={[{ value: '', label: t('guides.chooseField') }, ...names.map((name) => ({ value: name, label: name }))]}
      onChange={(name) => name !== '' && onChange({ ...piece, text: `${piece.text}${/\s$|^$/.test(piece.text) ? '' : ' '}{{${name}}}` })}
    />
  )
}

type AnswersProps = { piece: SayPiece; pieces: readonly GuidePiece[]; isReadOnly: boolean; onChange: (piece: GuidePiece) => void }

function Answers({ piece, pieces, isReadOnly, onChange }: AnswersProps) {
  const t = useText()
  const { answers } = piece
  const set = (changed: SayPiece['answers']) => onChange({ ...piece, answers: changed })
  return (
    <fieldset className={styles.group}>
      <legend>{t('guides.answers')}</legend>
      {answers.map((answer, at) => (
        <div key={answer.key} className={styles.rule}>
          <div className={styles.ruleHead}>
            <strong>{t('guides.answerNo', { no: at + 1 })}</strong>
            {!isReadOnly && (
              <IconButton
                icon="trash"
                label={t('guides.removeAnswer', { no: at + 1 })}
                onPress={() => set(answers.filter((one) => one !== answer))}
              />
            )}
          </div>
          <TextInput
            label={t('guides.answerWords', { no: at + 1 })}
            isLabelHidden
            placeholder={t('guides.answerExample')}
            maxLength={answerWordsMax}
            isDisabled={isReadOnly}
            value={answer.words}
            onChange={(words) => set(answers.map((one) => (one === answer ? { ...one, words } : one)))}
          />
          <SearchSelect
            label={t('guides.answerTo', { no: at + 1 })}
            isLabelHidden
            value={answer.to}
            isDisabled={isReadOnly}
            options={[
              { value: '', label: t('guides.chooseNext') },
              ...pieces.map((one) => ({ value: one.key, label: `→ ${pieceName(one)}` })),
            ]}
            onChange={(to) => set(answers.map((one) => (one === answer ? { ...one, to } : one)))}
          />
        </div>
      ))}
      {!isReadOnly && (
        <div>
          <Button
            icon={<Icon name="plus" size={16} />}
            reason={answers.length >= guideAnswersMax ? t('guides.answersFull') : undefined}
            onPress={() => set(withAnswer(answers))}
          >
            {t('guides.addAnswer')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type EndingProps = { piece: Extract<GuidePiece, { kind: 'end' }>; isReadOnly: boolean; onChange: (piece: GuidePiece) => void }

function Ending({ piece, isReadOnly, onChange }: EndingProps) {
  const t = useText()
  const { result: _former, ...bare } = piece
  const choose = (work: GuideWork) =>
    onChange({ ...bare, work, ...(work === 'debtHelp' && { result: 'SHV' }), ...(work === 'result' && { result: 'INF' }) })
  const codes = piece.work === 'debtHelp' ? debtHelpCodes : staffCodes
  return (
    <>
      <SelectInput
        label={t('guides.work')}
        help={t('guides.workHelp')}
        value={piece.work}
        isDisabled={isReadOnly}
        options={guideWorks.map((work) => ({ value: work, label: t(`guides.works.${work}`) }))}
        onChange={(value) => choose(guideWorks.find((work) => work === value) ?? 'promise')}
      />
      {(piece.work === 'debtHelp' || piece.work === 'result') && (
        <SelectInput
          label={t('guides.result')}
          value={piece.result ?? ''}
          isDisabled={isReadOnly}
          options={codes.map((code) => ({ value: code, label: resultText(code) }))}
          onChange={(result) => onChange({ ...piece, result })}
        />
      )}
    </>
  )
}
