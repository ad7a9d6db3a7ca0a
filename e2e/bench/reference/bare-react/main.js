// The limit of the browser goals: React and nothing else, fifty rows of the same data in a plain table; at #form a plain sign-in form.
import { createElement as h, useEffect, useState } from 'react'
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

createRoot(document.getElementById('root')).render(h(location.hash === '#form' ? Form : Rows))
