-- Lists of what is installed most.

create index skills_by_installs on skills(install_count, created_at, id);
