METHOD="";
def best_play(a,b): raise NotImplementedError
house_way=best_play
