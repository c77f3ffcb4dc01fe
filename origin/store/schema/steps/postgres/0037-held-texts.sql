-- Who answers many keeps in memory which skills hold a text, beside which have a word: a change of the text alone has its number too.
-- least writer: 29
-- least reader: 14

drop trigger skills_found on skills;

create trigger skills_found after update of tokens, names, folded, deprecated on skills for each row when (old.tokens <>
  new.tokens or old.names <> new.names or old.folded <> new.folded or old.deprecated <> new.deprecated) execute function
  skills_found();
