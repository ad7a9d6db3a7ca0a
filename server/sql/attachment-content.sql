-- The bytes of a file that went with a message: its own, or those of a document of the case. Null: they are gone.
create or replace function attachment_content(attachment mail_attachments) returns bytea language sql stable as $$
  select coalesce(attachment.content, (
    select string_agg(p.content, ''::bytea order by p.no)
    from file_parts p
    where p.customer_id = attachment.customer_id and p.file_id = attachment.file_id))
$$;
