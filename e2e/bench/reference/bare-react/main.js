// The limit of the browser goals: React and nothing else, fifty rows of the same data in a plain table; at #form a plain sign-in form, at #list a virtual list of 10,000 rows.
import { createElement as h, memo, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

const columns = ['batch_id', 'name', 'status', 'priority', 'total', 'open', 'closed', 'paused', 'human', 'voicemail', 'emails', 'paid']

function Rows() {
  const [rows, setRows] = useState([])
  useEffect(() => {
    void fetch('/1/batches')
      .then((answer) => answer.json())
      .then((page) => setRows(page.rows))
  }, [])
  const head = h(
    'thead',
    null,
    h(
      'tr',
      null,
      columns.map((column) => h('th', { key: column }, column)),
    ),
  )
  return h(
    'table',
    null,
    head,
    h(
      'tbody',
      null,
      rows.map((row) =>
        h(
          'tr',
          { key: row.batch_id, role: 'row' },
          columns.map((column) => h('td', { key: column }, String(row[column]))),
        ),
      ),
    ),
  )
}

function Form() {
  return h(
    'form',
    null,
    h('h1', null, 'Inloggen'),
    h('input', { name: 'username' }),
    h('input', { name: 'password', type: 'password' }),
    h('button', null, 'Inloggen'),
  )
}

// The cells of a case as our list shows them, as texts: what a virtual list costs that does nothing else.
const cells = [
  ['D100001', 140],
  ['Zoë van der Plas', 210],
  ['Open', 140],
  ['€ 320,76', 110],
  ['–', 170],
  ['Amsterdam', 130],
  ['+31612345678', 130],
  ['debiteur100001@bench.example', 210],
  ['3', 84],
  ['Mens gesproken', 140],
  ['–', 150],
  ['22 nov, 10:15', 120],
]
const [count, rowHeight, around] = [10_000, 36, 6]

function List() {
  const [first, setFirst] = useState(0)
  const onScroll = (event) => setFirst(Math.max(0, Math.floor(event.currentTarget.scrollTop / rowHeight) - around))
  const last = Math.min(count - 1, first + Math.ceil(innerHeight / rowHeight) + 2 * around)
  const rows = []
  for (let row = first; row <= last; row++) rows.push(h(Row, { key: row, row }))
  const scroller = { height: '100vh', overflow: 'auto', contain: 'strict', font: '13px sans-serif' }
  return h(
    'div',
    { role: 'grid', style: scroller, onScroll },
    h('div', { style: { position: 'relative', height: count * rowHeight } }, rows),
  )
}

const Row = memo(function Row({ row }) {
  const place = { position: 'absolute', top: row * rowHeight, display: 'flex', height: rowHeight, contain: 'strict', width: 1750 }
  return h(
    'div',
    { role: 'row', style: place },
    cells.map(([text, width]) => h('div', { key: width + text, style: { width, flex: 'none', whiteSpace: 'nowrap' } }, text)),
  )
})

const screens = { '#form': Form, '#list': List }
createRoot(document.getElementById('root')).render(h(screens[location.hash] ?? Rows))
