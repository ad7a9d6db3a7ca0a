-- What a call ended with: the key that was pressed in it, that nothing was chosen, or that who picked up did not show
-- who they are. Null: it asks for nothing, or was over before.
alter table communications add column chosen text;

-- The keys that may be pressed in a call, with the texts that they let hear.
alter table communication_contents add column menu jsonb;
