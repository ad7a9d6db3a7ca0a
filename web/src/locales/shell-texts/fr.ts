/** The texts of `shellFiles` in one piece; the build wants their names as they stand here. */
export const texts = import.meta.glob<object>(
  '../fr/{account,app,batches,bulk,cases,undo,errors,refusals,feedback,fields,keys,live,login,maintenance,menu,selection,ui}.json',
  { import: 'default', eager: true },
)
