import { checkGuide } from '@regie/contract/guide-rules.ts'
import type { Guide, GuidePiece } from '@regie/contract/guides.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { lazy, Suspense } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { useAddress } from '../../../session/address.ts'
import { personName } from '../../../session/people.ts'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { DraftTrouble } from '../../../ui/draft-trouble.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import styles from '../flow.module.css'
import { useUndoKeys } from '../draft/use-undo-keys.ts'
import { useFlowView } from '../use-flow-view.ts'
import { addPiece, changePiece, insertPiece, leadAnswer, movePiece, type PieceKind, removePiece } from './draw-pieces.ts'
import { GuideUses } from './guide-uses.tsx'
import { GuideVersions } from './guide-versions.tsx'
import type { GuideDraft } from './guides-data.ts'
import { PieceForm } from './piece-form.tsx'
import { PieceList } from './piece-list.tsx'

// The library of the graph is of use to nobody who works in the list.
const GuideGraph = lazy(() => import('./guide-graph.tsx').then(({ GuideGraph: Graph }) => ({ default: Graph })))

/** The pieces at the left, drawn or as a list; at the right the chosen piece, whose calls it leads, or the versions. */
export function GuideEditor({ guide, draft }: { guide: Guide; draft: GuideDraft }) {
  const t = useText()
  const [{ side, piece: wanted }, changeAddress] = useAddress(['side', 'piece'])
  const { view, isWide, changeView } = useFlowView()
  const isReadOnly = !useRight(Right.changeScripts)
  const { pieces } = draft
  const chosen = pieces.find(({ key }) => key === wanted) ?? pieces[0]
  const faults = checkGuide(pieces, guide)
  const choose = (key: string) => changeAddress({ piece: key, side: '' })
  const draw = (made: readonly GuidePiece[]) => !isReadOnly && draft.draw(made)
  useUndoKeys(draft, isReadOnly)
  const drawn = ({ pieces: made, key }: { pieces: GuidePiece[]; key: string }) => {
    draw(made)
    choose(key)
  }
  const add = (kind: PieceKind) => drawn(addPiece(pieces, chosen?.key ?? null, kind))
  const remove = (key: string) => {
    const at = pieces.findIndex((one) => one.key === key)
    const rest = removePiece(pieces, key)
    draw(rest)
    const beside = rest[Math.min(at, rest.length - 1)]
    if (!isReadOnly && beside) choose(beside.key)
  }
  const move = (key: string, by: -1 | 1) => draw(movePiece(pieces, key, by))
  const list = () => (
    <PieceList pieces={pieces} chosen={chosen?.key ?? ''} faults={faults} onChoose={choose} onMove={move} onRemove={remove} />
  )
  const graph = () => (
    <Suspense fallback={<Skeleton lines={10} />}>
      <GuideGraph
        pieces={pieces}
        faults={faults}
        chosen={chosen?.key ?? ''}
        isReadOnly={isReadOnly}
        onChoose={choose}
        onAdd={add}
        onInsert={(from, answer, kind) => drawn(insertPiece(pieces, from, answer ?? '', kind))}
        onConnect={(from, answer, to) => answer !== null && draw(leadAnswer(pieces, from, answer, to))}
        onRemove={remove}
      />
    </Suspense>
  )
  const form = () =>
    chosen && (
      <PieceForm
        piece={chosen}
        pieces={pieces}
        fields={guide.fields}
        faults={faults.filter(({ piece }) => piece === chosen.key)}
        isReadOnly={isReadOnly}
        onChange={(changed) => draw(changePiece(pieces, changed))}
        onMakeFirst={() => draw([chosen, ...pieces.filter((one) => one !== chosen)])}
      />
    )
  const by = personName(draft.theirs?.draft?.changedBy ?? draft.theirs?.live?.by ?? '')
  return (
    <div className={styles.editor} data-view={isWide ? view : undefined}>
      <div className={styles.main}>
        <DraftTrouble
          draft={draft}
          words={{
            title: t('flow.conflict.title', { by }),
            text: t('flow.conflict.text'),
            theirs: t('flow.conflict.theirs', { by }),
            mine: t('flow.conflict.mine'),
          }}
        />
        <div className={styles.work}>
          {!isReadOnly && (
            <div className={styles.tools}>
              <Button icon={<Icon name="plus" size={16} />} onPress={() => add('say')}>
                {t('guides.addPiece')}
              </Button>
              <Button icon={<Icon name="plus" size={16} />} onPress={() => add('end')}>
                {t('guides.addEnd')}
              </Button>
              <IconButton
                icon="trash"
                label={t('guides.removePiece')}
                {...(pieces.length === 1 && { reason: t('guides.lastPiece') })}
                onPress={() => chosen && remove(chosen.key)}
              />
              <Button kind="quiet" isDisabled={!draft.canUndo} onPress={draft.undo}>
                {t('flow.actions.undo')}
              </Button>
              <Button kind="quiet" isDisabled={!draft.canRedo} onPress={draft.redo}>
                {t('flow.actions.redo')}
              </Button>
            </div>
          )}
          <Tabs
            label={t('flow.views.label')}
            value={view}
            onChange={changeView}
            tabs={[
              { key: 'graph', label: t('flow.views.graph'), content: graph },
              { key: 'list', label: t('flow.views.list'), content: list },
            ]}
          />
        </div>
      </div>
      <aside className={styles.side} aria-label={t('guides.side.label')}>
        <Tabs
          label={t('guides.side.label')}
          value={side === 'uses' || side === 'versions' ? side : 'piece'}
          onChange={(key) => changeAddress({ side: key === 'piece' ? '' : key })}
          tabs={[
            { key: 'piece', label: t('guides.side.piece'), content: form },
            { key: 'uses', label: t('guides.side.uses'), content: () => <GuideUses key={guide.version} guide={guide} /> },
            { key: 'versions', label: t('guides.side.versions'), content: () => <GuideVersions guide={guide} /> },
          ]}
        />
      </aside>
    </div>
  )
}
